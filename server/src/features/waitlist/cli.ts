import { asc, eq } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import { formatTable } from '../../platform/cli/format-table.ts'
import { waitlistEntries } from './tables.ts'

export const waitlistCommands: Command[] = [
  {
    name: 'waitlist list',
    usage: 'waitlist list',
    summary: 'Prints who asked to become a creator, first come first',
    async run(ctx) {
      const entries = await ctx.db
        .select()
        .from(waitlistEntries)
        .orderBy(asc(waitlistEntries.createdAt))
      if (entries.length === 0) return 'The waitlist is empty.'
      const rows = entries.map(({ createdAt, email, name }) => [
        createdAt.toISOString().slice(0, 10),
        email,
        name ?? '',
      ])
      return formatTable(['since', 'address', 'name'], rows)
    },
  },
  {
    name: 'waitlist forget',
    usage: 'waitlist forget ADDRESS',
    summary: 'Erases an address from the waitlist',
    async run(ctx, [address]) {
      if (!address) throw new CommandError('waitlist forget takes an e-mail address.')
      const forgotten = await ctx.db
        .delete(waitlistEntries)
        .where(eq(waitlistEntries.email, address.trim().toLowerCase()))
        .returning()
      if (forgotten.length === 0) throw new CommandError(`${address} is not on the waitlist.`)
      return `${address} was erased from the waitlist.`
    },
  },
]
