/** A value of a JSON text with its place: `from` is its first character, `to` follows the last. */
export type JsonNode = ObjectNode | ArrayNode | PlainNode

export interface ObjectNode {
  type: 'object'
  from: number
  to: number
  members: JsonMember[]
}

export interface ArrayNode {
  type: 'array'
  from: number
  to: number
  items: JsonNode[]
}

export interface PlainNode {
  type: 'string' | 'number' | 'boolean' | 'null'
  from: number
  to: number
}

/** `from` to `nameTo` is the name with its quotes. */
export interface JsonMember {
  name: string
  from: number
  nameTo: number
  value: JsonNode
}

/** Why a text is no JSON; `at` is where the writer has to go. */
export interface TextFault {
  at: number
  line: number
  message: string
}

export type ReadJson = { ok: true; root: JsonNode } | { ok: false; fault: TextFault }
