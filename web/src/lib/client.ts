import { Curia } from './session.ts'

/** The client of the server that the page came from. */
export const curia = new Curia()
