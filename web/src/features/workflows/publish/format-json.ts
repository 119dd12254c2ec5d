type Formatted = { ok: true; text: string } | { ok: false; message: string }

export function formatJson(text: string): Formatted {
  try {
    return { ok: true, text: JSON.stringify(JSON.parse(text), null, 2) }
  } catch {
    return { ok: false, message: 'Invalid JSON - cannot format' }
  }
}
