/** A page in a browser of some engine. What is evaluated runs in the page, and takes and gives JSON. */
export interface EnginePage {
  /** The browser, with its version. */
  readonly name: string
  goto(url: string): Promise<void>
  evaluate<Argument, Result>(run: (argument: Argument) => Result, argument: Argument): Promise<Result>
  close(): Promise<void>
}
