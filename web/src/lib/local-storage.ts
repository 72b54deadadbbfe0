/** Reads local storage. If it is blocked or full, choices last for this page only. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Ignored: the choice holds until the page is closed.
  }
}
