/**
 * Names an enumeration or a union that a later version may add to (docs/compatibility.md). In the documents, clients
 * receive an open one: any text, or any object with a `type`. What they send stays closed.
 */
export const grows = (id: string): { id: string; grows: true } => ({ id, grows: true })
