import { spreadEditor } from '@vignette/contract/comfy-editor.ts'
import { isParts } from '@vignette/contract/comfy-file.ts'
import { readNodeTypes } from '@vignette/contract/comfy-nodes.ts'
import { drawFixture, INFO } from '@vignette/contract/test-support/comfy-fixtures.ts'
import { beforeAll, expect, test } from 'vitest'

/** What is used of the loader, which is installed for these tests alone. */
interface Litegraph {
  LGraph: new () => { nodes: object[]; configure(saved: object): void }
  LGraphNode: new (title: string) => object
  LiteGraph: { registerNodeType(type: string, made: unknown): void }
  ExecutableNodeDTO: new (node: object, path: string[], all: Map<string, unknown>) => Loaded
}

interface Loaded {
  id: string
  mode: number
  isVirtualNode?: boolean
  inputs: { name: string }[]
  resolveInput(slot: number): { node: Loaded; origin_id: string; origin_slot: number } | undefined
}

const LOADER = '@comfyorg/litegraph'
const { ExecutableNodeDTO, LGraph, LGraphNode, LiteGraph } = (await import(LOADER)) as Litegraph
const VIRTUAL = ['Reroute', 'PrimitiveNode', 'Note']
const types = readNodeTypes(INFO)

beforeAll(() => {
  for (const type of [...Object.keys(INFO), ...VIRTUAL]) {
    const made = class extends LGraphNode {
      isVirtualNode = VIRTUAL.includes(type)
      constructor() {
        super(type)
      }
    }
    LiteGraph.registerNodeType(type, made)
  }
})

type Links = Record<string, Record<string, unknown>>

/** By ComfyUI's own loader: the nodes that run, and what each of their inputs is connected with. */
function loadByLitegraph(saved: object): Links {
  const graph = new LGraph()
  graph.configure(structuredClone(saved))
  const all = new Map<string, Loaded>()
  for (const node of graph.nodes) {
    const one = new ExecutableNodeDTO(node, [], all)
    all.set(one.id, one)
  }
  const links: Links = {}
  for (const one of all.values()) {
    if (one.isVirtualNode || one.mode === 2 || one.mode === 4) continue
    links[one.id] = Object.fromEntries(
      one.inputs.flatMap(({ name }, at) => {
        const found = one.resolveInput(at)
        const isValue = !found || found.node.isVirtualNode || found.node.mode === 2
        return isValue ? [] : [[name, [found.origin_id, found.origin_slot]]]
      }),
    )
  }
  return links
}

function readHere(saved: Parameters<typeof spreadEditor>[0]): Links {
  const nodes = Object.entries(spreadEditor(saved, types).prompt)
  return Object.fromEntries(
    nodes.map(([id, node]) => {
      const inputs = isParts(node) && isParts(node.inputs) ? node.inputs : {}
      return [
        id,
        Object.fromEntries(Object.entries(inputs).filter(([, one]) => Array.isArray(one))),
      ]
    }),
  )
}

test('ComfyUI’s own loader finds the same nodes and links in 64 drawings', () => {
  const seen = new Set<string>()
  for (let n = 0; n < 64; n += 1) {
    const saved = drawFixture(n).save()
    const loaded = loadByLitegraph(saved)
    expect([n, readHere(saved)]).toEqual([n, loaded])
    seen.add(JSON.stringify(loaded))
  }
  // They are not one drawing sixty-four times.
  expect(seen.size).toBeGreaterThan(20)
})
