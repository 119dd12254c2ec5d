const ID = /_.*[0-9a-f]{20}/

export function nameCall(
  method: string,
  path: string,
): { name: string; id: string; parts: string[] } {
  const [, , ...parts] = path.split('/')
  const name = `${method} ${parts.map((part) => (ID.test(part) ? ':id' : part)).join('/')}`
  return { name, id: parts.find((part) => ID.test(part)) ?? '', parts }
}
