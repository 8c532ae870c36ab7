import { snapshot } from '../../src/record/index.ts'
import { differences, isSame } from './equal.ts'
import type { Evidence, Fault } from './evidence.ts'
import { folded } from './folded.ts'

/**
 * Compares what clients see at last, which patches have made, with what the server answers when it is asked again, and
 * with the log, folded and redacted for the viewer.
 */
export function checkViews({ views, records }: Pick<Evidence, 'views' | 'records'>): Fault[] {
  return views.flatMap(({ match, seat, version, last, fresh }) => {
    const faults: Fault[] = []
    const fault = (text: string): void =>
      void faults.push({ about: 'view', of: match, text: `seat ${seat}, version ${version}: ${text}` })
    if (!isSame(last, fresh)) fault(`the view is not the server's; different: ${differences(last, fresh)}`)
    const record = records[match]
    if (!record) return [...faults, { about: 'view', of: match, text: 'a match is seen that is not in the store' }]
    if (record.entries.length !== version) fault(`the log has version ${record.entries.length}`)
    const fold = folded(record)
    if (!fold) return faults
    const redacted = snapshot(fold, seat)
    if (!isSame(last, redacted)) fault(`the view is not that of the log; different: ${differences(last, redacted)}`)
    return faults
  })
}
