import { DriverAdapterError } from '@prisma/driver-adapter-utils'

/** What a driver throws, in the form in which Prisma knows the errors of drivers. */
export function asAdapterError(error: unknown): DriverAdapterError {
  if (error instanceof DriverAdapterError) return error
  const { code = 'N/A', severity = 'ERROR', message } = error as Error & { code?: string; severity?: string }
  const said = { code, severity, message, originalCode: code, originalMessage: message }
  return new DriverAdapterError({ kind: 'postgres', ...said, detail: undefined, column: undefined, hint: undefined })
}
