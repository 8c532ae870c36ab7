import { Worker } from 'node:worker_threads'

/** A worker thread that runs a module in TypeScript. @param data what the module gets as `workerData`. */
export function startThread(module: URL, data?: unknown): Worker {
  // In Node 20 a thread does not inherit the loader of tsx, so it registers its own.
  const [tsx, main] = [import.meta.resolve('tsx/esm/api'), module.href].map((each) => JSON.stringify(each))
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${main}) })`
  return new Worker(code, { eval: true, workerData: data })
}
