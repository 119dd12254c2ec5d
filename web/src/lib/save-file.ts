/** Hands a file that is already here to the browser's downloads. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  document.body.append(link)
  link.click()
  link.remove()
  // The download begins after this task; a minute is ample for it to take hold of the data.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
