import { inDatabases } from '../support/history-databases.ts'
import { describeRatings } from './contract/ratings.ts'

describeRatings('Postgres, by three nodes,', inDatabases, 3)
