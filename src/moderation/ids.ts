import { randomBytes } from 'node:crypto'

export const newReportId = (): string => randomBytes(12).toString('base64url')
