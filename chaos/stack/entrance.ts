import { BadLine } from '../../test/support/bad-line.ts'
import { Refusals } from './refusals.ts'

/** The one address of several nodes, as of a load balancer that asks nobody how they are: nodes take turns. */
export interface Entrance {
  url: string
  line: BadLine
  refusals: Refusals
}

/** `urls` gives the addresses of the nodes. */
export async function openEntrance(urls: () => readonly string[]): Promise<Entrance> {
  const refusals = new Refusals()
  let turn = 0
  const choose = (): string => {
    const nodes = urls()
    return nodes[turn++ % nodes.length]!
  }
  const line = await BadLine.open(choose, (bytes, connection) => refusals.read(bytes, connection))
  return { url: line.url, line, refusals }
}
