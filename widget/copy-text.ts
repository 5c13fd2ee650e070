// Text to the clipboard. Where the page is not secure that is out of reach, and a selection is copied.

/** Whether it was copied. `place` may hold a field for a moment: a modal dialog lets none be focused outside. */
export async function copyText(text: string, place: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    const around = place ?? document.body;
    const focused = (around.getRootNode() as Document | ShadowRoot).activeElement;
    area.value = text;
    area.className = 'hidden';
    around.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}
