import { parentPort } from 'node:worker_threads'
import type { AnyJobs, Failure, Handlers, Message, Reply } from './messages.ts'

/** Answers, in a thread, what it is asked. A handler that does not wait has answered before the next one begins. */
export function serve<Jobs extends AnyJobs<Jobs>>(handlers: Handlers<Jobs>): void {
  const reply = (message: Reply): void => parentPort!.postMessage(message)
  parentPort!.on('message', ({ number, type, question }: Message) => {
    const handle = handlers[type as keyof typeof handlers]
    new Promise((resolve) => resolve(handle(question))).then(
      (answer) => reply({ number, answer }),
      (error: unknown) => reply({ number, failure: failureOf(error) }),
    )
  })
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, cause: undefined }
  return { message: error.message, stack: error.stack, cause: error.cause }
}
