import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { ClientInfo } from '../players/index.ts'

const LONGEST_LABEL = 200

/** The client that sent a request. All addresses of an IPv6 network of 64 bits count as one, as for the rate limits. */
export const clientInfoOf = ({ ip, headers }: FastifyRequest): ClientInfo => ({
  address: normalizeIP(ip),
  label: Array.from((headers['user-agent'] ?? '').replace(/\p{C}/gu, ''))
    .slice(0, LONGEST_LABEL)
    .join(''),
})
