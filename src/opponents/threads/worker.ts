import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createHandlers } from './handlers.ts'
import type { Answer, JobType, Message, Question, Reply } from './jobs.ts'

// A thread that thinks. It answers one message after the other.

/** Linux has a priority for each thread: this one comes after that of the server by so much. */
const NICER_BY = 10
if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER_BY))

const handlers = createHandlers()

function replyTo({ number, type, question }: Message): Reply {
  try {
    const handle = handlers[type] as (question: Question<JobType>) => Answer<JobType>
    return { number, answer: handle(question) }
  } catch (error) {
    return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort!.on('message', (message: Message) => parentPort!.postMessage(replyTo(message)))
