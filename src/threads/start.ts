import { Worker } from 'node:worker_threads'

/**
 * A worker thread that runs a module of this project, in TypeScript or as it was built.
 * @param path of the module, as its source is called, from the folder of `from`: './worker.ts'.
 * @param from the URL of the module that starts the thread (`import.meta.url`).
 * @param data what the module gets as `workerData`.
 */
export function startThread(path: string, from: string, data?: unknown): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(path.replace(/\.ts$/, '.js'), from), { workerData: data })
  // In Node 20 a thread does not inherit the loader of tsx, so it registers its own.
  const [tsx, main] = [import.meta.resolve('tsx/esm/api'), new URL(path, from).href].map((each) => JSON.stringify(each))
  const code = `import(${tsx}).then(({ register }) => { register(); return import(${main}) })`
  return new Worker(code, { eval: true, workerData: data })
}
