const NEEDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const

type Needs = Partial<Record<(typeof NEEDS)[number], Record<string, string>>>

/** What a release reads or changes of a package.json, or of a package in package-lock.json. */
export type Manifest = Needs & { name: string; version: string; private?: boolean }

/** The manifest of another version, which needs this version of the packages of the same project, too. */
export function withVersion(manifest: Manifest, version: string, project: readonly string[]): Manifest {
  const next = { ...manifest, version }
  for (const kind of NEEDS) {
    const needed = manifest[kind]
    if (!needed) continue
    const own = Object.keys(needed).filter((name) => project.includes(name))
    next[kind] = { ...needed, ...Object.fromEntries(own.map((name) => [name, version])) }
  }
  return next
}
