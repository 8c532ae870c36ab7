declare module 'edmonds-blossom-fixed' {
  /**
   * A matching of a graph with the greatest weight.
   * @param edges two vertices (whole numbers from 0 on), and the weight of the edge between them.
   * @param maxCardinality of the matchings with the most pairs.
   * @returns by vertex, the one that it is matched with; -1 if none.
   */
  export default function blossom(edges: readonly [number, number, number][], maxCardinality: boolean): number[]
}
