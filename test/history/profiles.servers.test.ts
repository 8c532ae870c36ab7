import { inDatabases } from '../support/history-databases.ts'
import { describeProfiles } from './contract/profiles.ts'

describeProfiles('Postgres', inDatabases)
