// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test("choices are kept, and what an older page stored wrongly is not taken over", async () => {
  localStorage.setItem("turnstone.settings", JSON.stringify({ sound: true, speed: 3, other: 1 }));
  const { settings, change, DEFAULTS } = await import("../../src/app/settings");
  expect(settings()).toEqual({ ...DEFAULTS, sound: true });
  change({ theme: "dark" });
  expect(JSON.parse(localStorage.getItem("turnstone.settings")!)).toMatchObject({ theme: "dark", sound: true });
});

test("a broken store gives the usual settings", async () => {
  localStorage.setItem("turnstone.settings", "{");
  const { settings, DEFAULTS } = await import("../../src/app/settings");
  expect(settings()).toEqual(DEFAULTS);
});

test("another tab's choice arrives here", async () => {
  const { settings, onChange } = await import("../../src/app/settings");
  const seen = vi.fn();
  onChange(seen);
  localStorage.setItem("turnstone.settings", JSON.stringify({ sound: true }));
  window.dispatchEvent(new StorageEvent("storage", { key: "turnstone.settings" }));
  expect(seen).toHaveBeenCalled();
  expect(settings().sound).toBe(true);
});
