/** What the evaluation needs of WebAssembly. TypeScript has its types only together with those of browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Memory {
    /** @param size - in pages of 64 KiB */
    constructor(size: { initial: number })
    readonly buffer: ArrayBuffer
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, number | Memory>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
}
