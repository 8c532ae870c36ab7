import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/artifacts.ts'
import { projectWithRunner } from './support.ts'

it.each(['base', 'agora-pantheon'])(
  'examples/engine.py plays games of %s through the runner, and wins',
  async (kind) => {
    const { project, runner } = await projectWithRunner()
    try {
      const options = ['--kind', kind, '--games', '3', '--seed', 'an example']
      const said = await project.run('python3', [join(ROOT, 'examples/engine.py'), ...options, '--', 'node', runner])
      const lines = said.trim().split('\n')
      expect(lines).toHaveLength(4)
      for (const line of lines.slice(0, 3)) expect(line).toMatch(/^\d+ actions, -?\d+ to -?\d+, [a-z]+\.$/)
      // Of three games against any legal action, it loses at most one.
      expect(lines[3]).toMatch(/^Seat 0 won [23] of 3\.$/)
    } finally {
      await project.remove()
    }
  },
)
