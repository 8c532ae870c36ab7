import { defineConfig } from 'prisma/config'

// For the Prisma CLI alone; the server opens its database and applies the migrations itself.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
})
