// To the clipboard, also on pages that came without encryption, where the modern way is missing.
import { toast } from "./parts/Toasts";

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr-only";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    toast(copied ? done : "Copying is not allowed here. Select the text and copy it by hand.");
  }
}
