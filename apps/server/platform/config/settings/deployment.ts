import { baseUrlParser, urlParser } from '../parsers.ts'
import { optionalSetting } from './setting.ts'

/** The public URL, and the database and Redis that several servers share. */
export const deploymentSettings = {
  publicUrl: optionalSetting(
    'FAIRWAY_PUBLIC_URL',
    baseUrlParser,
    'URL at which users reach the service. With an https URL, cookies are marked Secure. Default: http://localhost:PORT.',
  ),
  databaseUrl: optionalSetting(
    'DATABASE_URL',
    urlParser('postgres', 'postgresql'),
    'PostgreSQL database to use instead of the embedded SQLite database.',
    true,
  ),
  redisUrl: optionalSetting(
    'REDIS_URL',
    urlParser('redis', 'rediss'),
    'Redis or Valkey shared by several servers, so that rate limits and quotas apply across machines.',
    true,
  ),
} as const
