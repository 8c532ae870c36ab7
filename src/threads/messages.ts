/** What a thread can be asked: by the type of the job, the question and the answer. Both are plain data. */
export type AnyJobs<Jobs> = { readonly [Type in keyof Jobs]: { question: unknown; answer: unknown } }

export type JobType<Jobs> = keyof Jobs & string

/** How a thread answers each type of job. A handler that throws answers with the failure, and the thread goes on. */
export type Handlers<Jobs extends AnyJobs<Jobs>> = {
  readonly [Type in JobType<Jobs>]: (
    question: Jobs[Type]['question'],
  ) => Jobs[Type]['answer'] | Promise<Jobs[Type]['answer']>
}

/** What a thread is sent. Each message has one reply with its number. */
export interface Message {
  number: number
  type: string
  question: unknown
}

/** What is said of an error. The cause is plain data. */
export interface Failure {
  message: string
  stack: string | undefined
  cause: unknown
}

/** What a thread sends back: the answer, or why there is none. */
export type Reply = { number: number; answer: unknown } | { number: number; failure: Failure }
