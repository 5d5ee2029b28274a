/** Gives the browser a file of text to keep. */
export const saveFile = (name: string, csv: string): void => save(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }));

/** The same of a file that the service made: `data` in base64. */
export const saveBytes = ({ name, type, data }: { name: string; type: string; data: string }): void =>
  save(name, new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type }));

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
