/** What the thread of these tests is asked. */
export interface TestJobs {
  double: { question: { n: number }; answer: number }
  fail: { question: { message: string; cause: unknown }; answer: void }
  /** Is answered when the waiting is released. */
  wait: { question: void; answer: void }
  release: { question: void; answer: void }
  crash: { question: void; answer: void }
}
