import { isParts, type Parts, textOf } from './comfy-file.ts'
import { inputsWith, type NodeTypes } from './comfy-nodes.ts'

// The editor's save as the graph that ComfyUI's server runs: without the nodes that only the editor
// has, subgraphs spread out, and each value under its name.

/** The field that the editor's user fills in, where the value of another field comes from. */
export interface Source {
  id: string
  title: string
}

export interface Spread {
  /** Nodes by id in the API format; a node of a subgraph has the subgraph's id before its own. */
  prompt: Parts
  /** By `node.field`. */
  sources: ReadonlyMap<string, Source>
  /** What could not be read, by the node's id. */
  faults: { id: string; title: string; type: string; message: string }[]
}

export const EDITOR_LIMITS = { nodes: 2_000, hops: 200_000 } as const

/** Of nodes that only the editor has, what does not pass a link on. */
const ONLY_SHOWN =
  /^(?:Note|MarkdownNote|PrimitiveNode|(?:Bookmark|Label|Node Collector|Random Unmuter|Fast (?:Groups )?(?:Muter|Bypasser|Actions Button)|Mute \/ Bypass (?:Relay|Repeater)) \(rgthree\))$/
const PASSES_ON = /^Reroute(?: \(rgthree\))?$/
const SETS = /^(?:easy )?setNode$/i
const GETS = /^(?:easy )?getNode$/i
const [MUTED, BYPASSED] = [2, 4]
const CONTROLS = new Set(['fixed', 'increment', 'decrement', 'randomize', 'increment-wrap'])

interface Link {
  from: string
  slot: number
}

/** One drawing: the whole one, or a subgraph where it is used. */
interface Sheet {
  /** Before the ids of its nodes. */
  prefix: string
  nodes: Map<string, Parts>
  links: Map<string, Link>
  /** Its set nodes by their name. */
  sets: Map<string, Parts>
  /** What leads out of a subgraph, by its output. */
  ends: Map<number, string>
  from: { id: string; sheet: Sheet; node: Parts; definition: Parts } | undefined
}

type Found =
  | { is: 'link'; node: string; slot: number }
  | { is: 'value'; value: unknown; source: Source }

/** Thrown where a file is too large to be spread out, or leads in a circle. */
class Unreadable extends Error {}

export function spreadEditor(workflow: Parts, types: NodeTypes | undefined): Spread {
  const definitions = new Map(
    listOf(isParts(workflow.definitions) ? workflow.definitions.subgraphs : undefined)
      .filter(isParts)
      .map((one) => [textOf(one.id), one]),
  )
  const spread: Spread & { sources: Map<string, Source> } = {
    prompt: {},
    sources: new Map(),
    faults: [],
  }
  const inner = new Map<string, Sheet>()
  const sheets = [openSheet(workflow, '', undefined)]
  let hops = 0
  let written = 0

  const step = () => {
    hops += 1
    if (hops > EDITOR_LIMITS.hops) throw new Unreadable('has too many links')
  }

  /** Where the value behind a link comes from. */
  function follow(
    sheet: Sheet,
    linkId: unknown,
    wanted: string,
    seen: Set<string>,
  ): Found | undefined {
    step()
    const link = sheet.links.get(textOf(linkId))
    if (!link) return undefined
    const place = `${sheet.prefix}${link.from}/${link.slot}`
    if (seen.has(place)) throw new Unreadable('leads in a circle')
    seen.add(place)
    if (seen.size > 500) throw new Unreadable('has too many links in a row')
    if (sheet.from && link.from === endId(sheet.from.definition, 'inputNode')) {
      return followOut(sheet.from, link.slot, wanted, seen)
    }
    const node = sheet.nodes.get(link.from)
    if (!node) return { is: 'link', node: sheet.prefix + link.from, slot: link.slot }
    return passOn(sheet, node, link.slot, wanted, seen)
  }

  function passOn(
    sheet: Sheet,
    node: Parts,
    slot: number,
    wanted: string,
    seen: Set<string>,
  ): Found | undefined {
    const type = textOf(node.type)
    if (node.mode === MUTED) return undefined
    if (node.mode === BYPASSED) {
      const passing = passingInput(node, slot, wanted)
      return passing && follow(sheet, passing.link, wanted, seen)
    }
    if (PASSES_ON.test(type) || SETS.test(type))
      return follow(sheet, inputsOf(node)[0]?.link, wanted, seen)
    if (GETS.test(type)) {
      for (let at: Sheet | undefined = sheet; at; at = at.from?.sheet) {
        const set = at.sets.get(nameOf(node))
        if (set) return follow(at, inputsOf(set)[0]?.link, wanted, seen)
      }
      return undefined
    }
    if (type === 'PrimitiveNode') {
      const id = `${sheet.prefix}${textOf(node.id)}.value`
      const [value] = listOf(node.widgets_values)
      return { is: 'value', value, source: { id, title: titleOf(node) } }
    }
    const within = inner.get(`${sheet.prefix}${textOf(node.id)}`)
    if (within) return follow(within, within.ends.get(slot), wanted, seen)
    return { is: 'link', node: `${sheet.prefix}${textOf(node.id)}`, slot }
  }

  /** From inside a subgraph to what its input is connected with, or to the value in its field. */
  function followOut(
    from: NonNullable<Sheet['from']>,
    slot: number,
    wanted: string,
    seen: Set<string>,
  ): Found | undefined {
    const declared = listOf(from.definition.inputs)[slot]
    if (!isParts(declared)) return undefined
    const name = textOf(declared.name)
    const outside = inputsOf(from.node).find((one) => one.name === name)
    if (outside?.link !== null && outside?.link !== undefined) {
      return follow(from.sheet, outside.link, wanted, seen)
    }
    const value = promotedValue(from.node, '-1', name, from.definition)
    const title = textOf(outside?.label ?? declared.label ?? declared.name)
    const source = { id: `${from.id}.${name}`, title }
    return value === undefined ? undefined : { is: 'value', value, source }
  }

  function writeNode(sheet: Sheet, node: Parts): void {
    const id = sheet.prefix + textOf(node.id)
    const type = textOf(node.type)
    const title = titleOf(node)
    const fault = (message: string) => spread.faults.push({ id, title, type, message })
    if (node.mode === MUTED || node.mode === BYPASSED) return
    if ([ONLY_SHOWN, PASSES_ON, SETS, GETS].some((pattern) => pattern.test(type))) return
    if (inner.has(id)) return
    written += 1
    if (written > EDITOR_LIMITS.nodes) throw new Unreadable('has too many nodes')
    if (/^workflow[>/]/.test(type)) {
      fault('is a group node, which ComfyUI has replaced: turn it into a subgraph and save again')
      return
    }
    const values = readValues(node, types)
    if (!types?.has(type) && values.size === 0 && listOf(node.widgets_values).length > 0) {
      fault('is not on the server here, so its values cannot be read: use Workflow › Export (API)')
    }
    const inputs: Parts = Object.fromEntries(
      [...values].map(([name, value]) => [
        name,
        // A list would be taken for a link.
        Array.isArray(value) ? { __value__: value } : value,
      ]),
    )
    const { from } = sheet
    for (const [name, value] of from ? promotedWithin(from.node, textOf(node.id)) : []) {
      if (!(name in inputs)) continue
      inputs[name] = value
      const source = { id: `${from?.id ?? ''}.${name}`, title: name }
      spread.sources.set(`${id}.${name}`, source)
    }
    for (const input of inputsOf(node)) {
      if (input.link === null || input.link === undefined) continue
      const name = textOf(input.name)
      const found = follow(sheet, input.link, textOf(input.type), new Set())
      if (found?.is === 'value') {
        inputs[name] = found.value
        spread.sources.set(`${id}.${name}`, found.source)
      } else if (found) {
        inputs[name] = [found.node, found.slot]
      } else if (!sheet.links.has(textOf(input.link))) {
        fault(`its input “${name}” is connected by a link that the file does not have`)
      }
    }
    spread.prompt[id] = { class_type: type, inputs, _meta: { title } }
  }

  try {
    // Sheets are opened first, so that a link can lead into a subgraph that stands later in the file.
    for (const sheet of sheets) {
      for (const node of sheet.nodes.values()) {
        step()
        const definition = definitions.get(textOf(node.type))
        if (!definition || node.mode === MUTED || node.mode === BYPASSED) continue
        const id = sheet.prefix + textOf(node.id)
        const opened = openSheet(definition, `${id}:`, { id, sheet, node, definition })
        if (id.split(':').length > 20) throw new Unreadable('has subgraphs in a circle')
        inner.set(id, opened)
        sheets.push(opened)
        if (sheets.length > EDITOR_LIMITS.nodes) throw new Unreadable('has too many subgraphs')
      }
    }
    for (const sheet of sheets) for (const node of sheet.nodes.values()) writeNode(sheet, node)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    spread.faults.push({ id: '', title: '', type: '', message: error.message })
  }
  return spread
}

function openSheet(drawing: Parts, prefix: string, from: Sheet['from']): Sheet {
  const nodes = new Map(
    listOf(drawing.nodes)
      .filter(isParts)
      .map((node) => [textOf(node.id), node]),
  )
  const sets = new Map(
    [...nodes.values()]
      .filter(({ type, mode }) => SETS.test(textOf(type)) && mode !== MUTED)
      .map((node) => [nameOf(node), node]),
  )
  const links = new Map<string, Link>()
  const ends = new Map<number, string>()
  const exit = from && endId(from.definition, 'outputNode')
  for (const written of listOf(drawing.links)) {
    // A list at the top, an object in subgraphs.
    const [id, origin, slot, target, targetSlot] = Array.isArray(written)
      ? (written as unknown[])
      : isParts(written)
        ? [
            written.id,
            written.origin_id,
            written.origin_slot,
            written.target_id,
            written.target_slot,
          ]
        : []
    if (id === undefined) continue
    links.set(textOf(id), { from: textOf(origin), slot: Number(textOf(slot)) || 0 })
    if (textOf(target) === exit) ends.set(Number(textOf(targetSlot)) || 0, textOf(id))
  }
  return { prefix, nodes, links, sets, ends, from }
}

function endId(definition: Parts, end: 'inputNode' | 'outputNode'): string {
  const node = definition[end]
  return textOf(isParts(node) ? node.id : undefined) || (end === 'inputNode' ? '-10' : '-20')
}

/** The values of a node's fields by their names. */
function readValues(node: Parts, types: NodeTypes | undefined): Map<string, unknown> {
  const type = types?.get(textOf(node.type))
  const written = node.widgets_values
  const values = new Map<string, unknown>()
  if (isParts(written)) {
    const known = type && new Set(type.inputs.map(({ name }) => name))
    for (const [name, value] of Object.entries(written)) {
      if (!known || known.has(name)) values.set(name, value)
    }
    return values
  }
  const list = listOf(written)
  let at = 0
  const take = (name: string, hasControl: boolean) => {
    if (at >= list.length) return
    values.set(name, list[at])
    at += 1
    // Older files write true or false there.
    if (hasControl && (CONTROLS.has(textOf(list[at])) || typeof list[at] === 'boolean')) at += 1
  }
  if (!type) {
    const named = inputsOf(node).flatMap(({ widget }) =>
      isParts(widget) ? [textOf(widget.name)] : [],
    )
    for (const name of named) take(name, /^(?:noise_)?seed$/.test(name))
    return values
  }
  for (const input of type.inputs) {
    if (!input.isWidget) continue
    take(input.name, input.hasControl)
    const more = input.variants?.get(textOf(values.get(input.name))) ?? []
    for (const one of more) if (one.isWidget) take(one.name, one.hasControl)
  }
  for (const input of inputsWith(type, (name) => values.get(name))) {
    // What the editor would show in a field without a value.
    if (input.isWidget && !values.has(input.name) && input.required && input.preset !== undefined) {
      values.set(input.name, input.preset)
    }
  }
  return values
}

/** The input by which a bypassed node passes on what its output would be. */
function passingInput(node: Parts, slot: number, wanted: string): Parts | undefined {
  const inputs = inputsOf(node)
  if (wanted === '*' || wanted === '') return inputs[slot] ?? inputs[0]
  const output = listOf(node.outputs)[slot]
  const made = isParts(output) ? textOf(output.type) : wanted
  const fits = ({ type }: Parts) =>
    [made, wanted].every((one) => one === '*' || type === '*' || type === one)
  const opposite = inputs[slot]
  if (opposite && fits(opposite)) return opposite
  return inputs.find(({ type }) => type === wanted) ?? inputs.find(fits)
}

/** The value that a subgraph's own field has; `owner` is the node inside, or -1 for an input of the subgraph. */
function promotedValue(node: Parts, owner: string, name: string, definition: Parts): unknown {
  const values = listOf(node.widgets_values)
  const promoted = promotedNames(node)
  if (promoted) return values[promoted.findIndex(([id, field]) => id === owner && field === name)]
  const marked = inputsOf(node).flatMap(({ widget, name: own }) => (widget ? [textOf(own)] : []))
  const plain = listOf(definition.inputs).filter(isParts)
  const fields =
    marked.length > 0
      ? marked
      : plain.filter(({ type }) => FIELD_TYPES.has(textOf(type))).map((one) => textOf(one.name))
  return values[fields.indexOf(name)]
}

const FIELD_TYPES = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'])

function promotedNames(node: Parts): [string, string][] | undefined {
  const listed = isParts(node.properties) ? node.properties.proxyWidgets : undefined
  if (!Array.isArray(listed)) return undefined
  return listed.filter(Array.isArray).map(([id, name]) => [textOf(id), textOf(name)])
}

/** The values that a subgraph shows of a node inside, and keeps itself. */
function promotedWithin(node: Parts, inside: string): [string, unknown][] {
  const values = listOf(node.widgets_values)
  return (promotedNames(node) ?? []).flatMap(([id, name], at): [string, unknown][] => {
    const value = values[at]
    return id === inside && value !== undefined && value !== null ? [[name, value]] : []
  })
}

function nameOf(node: Parts): string {
  return textOf(listOf(node.widgets_values)[0] ?? '')
}

function titleOf(node: Parts): string {
  return typeof node.title === 'string' && node.title !== '' ? node.title : textOf(node.type)
}

function inputsOf(node: Parts): Parts[] {
  return listOf(node.inputs).filter(isParts)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
