import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Posts JSON and resolves with the JSON of the answer. @throws Error for a status that is not a success. */
export function post<T>(url: URL, path: string, body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request(new URL(path, url), { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => {
        if (answer.statusCode! < 300) resolve(JSON.parse(text) as T)
        else reject(new Error(`${path}: ${answer.statusCode} ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}
