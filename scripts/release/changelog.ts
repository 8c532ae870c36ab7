const UNRELEASED = '## Unreleased\n'

/**
 * The changelog after a release: what was unreleased has the version and the date, below an empty "Unreleased".
 * @param date such as 2026-12-24
 * @throws Error if nothing is unreleased
 */
export function withRelease(changelog: string, version: string, date: string): string {
  const [before, after] = changelog.split(`\n${UNRELEASED}`)
  const changes = after?.split(/^## /m)[0]!.trim()
  if (!changes) throw new Error('The changelog names no change under "## Unreleased"')
  return `${before}\n${UNRELEASED}\n## ${version} – ${date}\n${after}`
}
