import { MCP_PATH } from '@vignette/contract/paths.ts'
import { useSyncExternalStore } from 'react'
import { useShop } from '../../lib/shop.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Link } from '../../ui/link.tsx'

/** How a person lets an assistant find and remix recipes for them. */
export function AssistantsPage() {
  usePageTitle('Connect an assistant')
  const { plain } = useShop()
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => window.location.origin,
    () => '',
  )
  const address = `${origin}${MCP_PATH}`
  return (
    <article className="shell pt-14 pb-10 sm:pt-20">
      <div className="max-w-2xl">
        <h1 className="text-4xl">Connect an assistant</h1>
        <p className="mt-6 text-lg">
          An assistant that speaks the Model Context Protocol can search recipes here, remix them
          for you and show you the picture. Its address is
        </p>
        <Code label="The address">{address}</Code>

        <h2 className="mt-14 text-xl font-semibold">1. Let it in</h2>
        <p className="mt-3">
          An assistant that can ask by itself (OAuth) needs the address alone: it opens a page here
          on which you allow it, for 30 days. For any other, make an access token.
        </p>
        <p className="mt-3">
          On <Link to="/profile#tokens">your profile</Link>, under Access tokens, with “Remix
          recipes” and “Read recipes”. One press there ends it.
        </p>

        <h2 className="mt-14 text-xl font-semibold">2. Tell your assistant</h2>
        {CLIENTS.map(({ name, where, text }) => (
          <section key={name} className="mt-6">
            <h3 className="text-lg font-semibold">{name}</h3>
            <p className="mt-1 text-muted">{where} Without OAuth, with the token. Not run by us.</p>
            <Code label={`For ${name}`}>{text(address, plain)}</Code>
          </section>
        ))}
        <p className="mt-6">
          We ran the protocol’s own client and the command line of its Inspector, in the revisions
          2026-07-28 and 2025-11-25.
        </p>

        <h2 className="mt-14 text-xl font-semibold">What it can do, and what not</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
          <li>
            It searches and reads recipes, remixes them in your name, and sees and cancels those
            remixes. What it makes is private unless it asks for it to be public.
          </li>
          <li>
            It cannot pay. A recipe with a price answers an address: open it, see what it costs, and
            pay there yourself. Then the assistant goes on.
          </li>
          <li>
            Each recipe that you save to a collection becomes a tool of its own, the last twelve
            that you saved.
          </li>
          <li>
            Recipes are written by strangers. Their words reach the assistant as quotations, but no
            assistant is proof against persuasion: look at what it is about to do.
          </li>
        </ul>
      </div>
    </article>
  )
}

interface Client {
  name: string
  where: string
  text: (address: string, name: string) => string
}

const HEADERS = { Authorization: 'Bearer YOUR_TOKEN' }
const write = (value: object) => JSON.stringify(value, null, 2)

const CLIENTS: Client[] = [
  {
    name: 'Claude Code',
    where: 'In a terminal.',
    text: (url, name) =>
      `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${HEADERS.Authorization}"`,
  },
  {
    name: 'Cursor',
    where: 'In .cursor/mcp.json.',
    text: (url, name) => write({ mcpServers: { [name]: { url, headers: HEADERS } } }),
  },
  {
    name: 'VS Code',
    where: 'In .vscode/mcp.json.',
    text: (url, name) => write({ servers: { [name]: { type: 'http', url, headers: HEADERS } } }),
  },
]

function Code({ label, children }: { label: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="mt-3 overflow-x-auto rounded-md border border-line bg-sunken p-4 font-mono text-sm"
    >
      {children}
    </pre>
  )
}
