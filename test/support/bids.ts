/** What a text has that tells a bid for the first turn: any `bid` or `bids` but the sign that there are some. */
export const TOLD_BID = /"bids?":(?!true\b|\{\})/
