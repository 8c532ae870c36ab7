import { serve } from '../../src/threads/index.ts'
import type { TestJobs } from './jobs.ts'

const waiting: (() => void)[] = []

serve<TestJobs>({
  double: ({ n }) => 2 * n,
  fail: ({ message, cause }) => {
    throw new Error(message, { cause })
  },
  wait: () => new Promise((resolve) => waiting.push(resolve)),
  release: () => {
    for (const release of waiting.splice(0)) release()
  },
  crash: () => process.exit(1),
})
