/** Starts a browser download of the bytes. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its reference to the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
