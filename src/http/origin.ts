import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Origin } from '../players/index.ts'

const LONGEST_LABEL = 100

/** Whence a request comes. Everybody in an IPv6 network of 64 bits counts as one, as for the limits of all requests. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: normalizeIP(ip),
  label: Array.from((headers['user-agent'] ?? '').replace(/\p{C}/gu, '')).slice(0, LONGEST_LABEL).join(''),
})
