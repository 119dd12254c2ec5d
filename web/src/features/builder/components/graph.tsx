import { nameIn, referencesIn } from '@vignette/contract/references.ts'
import {
  inputsOf,
  keyOfInput,
  listOf,
  type Parts,
  partsOf,
  readText,
  stepsOf,
} from '../document/read-parts.ts'

interface Node {
  name: string
  isStep: boolean
  column: number
  row: number
}

const WIDE = 96
const GAP = 36
const TALL = 30
const ROOM = 12

/** How inputs and steps hang together, drawn; the text below the drawing says the same. */
export function Graph({ recipe }: { recipe: Parts }) {
  const { nodes, ways } = layOut(recipe)
  if (nodes.length === 0) return null
  const columns = Math.max(...nodes.map(({ column }) => column)) + 1
  const rows = Math.max(...nodes.map(({ row }) => row)) + 1
  const size = { width: columns * (WIDE + GAP) - GAP + 4, height: rows * (TALL + ROOM) - ROOM + 4 }
  const at = ({ column, row }: Node) => ({
    x: 2 + column * (WIDE + GAP),
    y: 2 + row * (TALL + ROOM),
  })
  const words = ways.map(([from, to]) => `${from.name} → ${to.name}`).join(', ')
  return (
    <figure>
      {/* Wider than its pane, the drawing is scrolled with the arrow keys. */}
      <section tabIndex={0} aria-label="Drawing of the steps" className="overflow-x-auto">
        <svg
          aria-hidden
          viewBox={`0 0 ${size.width} ${size.height}`}
          style={{ width: size.width, maxWidth: 'none' }}
        >
          {ways.map(([from, to]) => {
            const a = at(from)
            const b = at(to)
            const [x1, y1, x2, y2] = [a.x + WIDE, a.y + TALL / 2, b.x, b.y + TALL / 2]
            const half = (x1 + x2) / 2
            return (
              <path
                key={`${from.name} ${to.name}`}
                d={`M${x1} ${y1}C${half} ${y1} ${half} ${y2} ${x2} ${y2}`}
                fill="none"
                stroke="var(--line-strong)"
                strokeWidth="1.5"
              />
            )
          })}
          {nodes.map((node) => {
            const { x, y } = at(node)
            return (
              <g key={`${node.isStep} ${node.name}`}>
                <rect
                  {...{ x, y }}
                  width={WIDE}
                  height={TALL}
                  rx={node.isStep ? 6 : TALL / 2}
                  fill={node.isStep ? 'var(--surface)' : 'var(--sunken)'}
                  stroke="var(--line-strong)"
                />
                <text
                  x={x + WIDE / 2}
                  y={y + TALL / 2 + 4}
                  textAnchor="middle"
                  fontSize="12"
                  fill="var(--ink)"
                >
                  {node.name.length > 13 ? `${node.name.slice(0, 12)}…` : node.name}
                </text>
              </g>
            )
          })}
        </svg>
      </section>
      <figcaption className={words ? 'mt-2 text-sm text-muted' : 'sr-only'}>
        {words || 'Nothing is connected yet'}
      </figcaption>
    </figure>
  )
}

/** Names that a step uses, in its words, pictures, films and settings. */
function namesUsedBy(step: Parts): string[] {
  const words = [readText(step, 'prompt'), JSON.stringify(partsOf(step.params))]
  const media = [step.first_image, step.last_image, ...listOf(step.videos)]
  const named = media.flatMap((one) => (typeof one === 'string' ? nameIn(one) : []))
  return [...new Set([...words.flatMap(referencesIn), ...named])]
}

/** Inputs in the first column, each step one column behind the last that it uses. */
export function layOut(recipe: Parts): { nodes: Node[]; ways: [Node, Node][] } {
  const rows: number[] = []
  const found = new Map<string, Node>()
  const ways: [Node, Node][] = []
  const place = (name: string, isStep: boolean, column: number) => {
    const row = rows[column] ?? 0
    rows[column] = row + 1
    const node = { name, isStep, column, row }
    if (name !== '' && !found.has(name)) found.set(name, node)
    return node
  }
  const inputs = inputsOf(recipe).map((input) => place(keyOfInput(input), false, 0))
  const steps = stepsOf(recipe).map((step) => {
    const used = namesUsedBy(step).flatMap((name) => found.get(name) ?? [])
    const column = 1 + Math.max(0, ...used.map((one) => one.column))
    const node = place(readText(step, 'id'), true, column)
    ways.push(...used.map((one): [Node, Node] => [one, node]))
    return node
  })
  return { nodes: [...inputs, ...steps], ways }
}
