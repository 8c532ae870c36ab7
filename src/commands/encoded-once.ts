/** What is sent under the name of an event. */
interface Named {
  event: string
  payload: object
}

/**
 * The same encoding, which encodes a payload once, however many clients receive it. A payload must not change after it
 * was sent.
 */
export function encodedOnce(encode: (event: Named) => string): (event: Named) => string {
  const encoded = new WeakMap<object, Map<string, string>>()
  return ({ event, payload }) => {
    let texts = encoded.get(payload)
    if (!texts) encoded.set(payload, (texts = new Map<string, string>()))
    let text = texts.get(event)
    if (text === undefined) {
      text = encode({ event, payload })
      texts.set(event, text)
    }
    return text
  }
}
