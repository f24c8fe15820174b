import { expect, test } from "vitest";

test("the tools run", () => {
  expect(1 + 1).toBe(2);
});
