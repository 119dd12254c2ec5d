import { asc, eq } from 'drizzle-orm'
import { type Command, CommandError } from '../../command.ts'
import { formatTable } from '../../platform/text-table.ts'
import { waitlistEntries } from '../../schema/identity.ts'
import { forgetWaiting, inviteFromWaitlist } from './waitlist.ts'

const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? ''
const cleaned = (address: string) => address.trim().toLowerCase()

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
      const rows = entries.map(({ createdAt, invitedAt, email, name }) => [
        dayOf(createdAt),
        dayOf(invitedAt),
        email,
        // A stranger wrote the name, and a terminal obeys control characters.
        name?.replace(/\p{Cc}/gu, '') ?? '',
      ])
      return formatTable(['since', 'invited', 'address', 'name'], rows)
    },
  },
  {
    name: 'waitlist invite',
    usage: 'waitlist invite ADDRESS [--again]',
    summary: 'Sends somebody on the waitlist a letter that there is room',
    async run(ctx, args) {
      const [address] = args.filter((arg) => arg !== '--again')
      if (!address) throw new CommandError('waitlist invite takes an e-mail address.')
      const [entry] = await ctx.db
        .select()
        .from(waitlistEntries)
        .where(eq(waitlistEntries.email, cleaned(address)))
      if (!entry) throw new CommandError(`${address} is not on the waitlist.`)
      if (entry.invitedAt && !args.includes('--again')) {
        throw new CommandError(
          `${entry.email} was invited on ${dayOf(entry.invitedAt)}. Say --again for another letter.`,
        )
      }
      await inviteFromWaitlist(ctx, entry)
      return `${entry.email} was invited.`
    },
  },
  {
    name: 'waitlist forget',
    usage: 'waitlist forget ADDRESS',
    summary: 'Erases an address from the waitlist',
    async run(ctx, [address]) {
      if (!address) throw new CommandError('waitlist forget takes an e-mail address.')
      const isHere = await forgetWaiting(ctx, eq(waitlistEntries.email, cleaned(address)))
      if (!isHere) throw new CommandError(`${address} is not on the waitlist.`)
      return `${address} was erased from the waitlist.`
    },
  },
]
