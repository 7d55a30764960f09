import { expect, test } from "vitest";
import { qr } from "./qr";

test("the smallest code has the standard's finders, timing and dark module", () => {
  const code = qr("龍")!;
  expect(code).toHaveLength(21);
  const finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  const corner = (row: number, column: number) =>
    code.slice(row, row + 7).map((line) => line.slice(column, column + 7).map(Number).join(""));
  expect(corner(0, 0)).toEqual(finder);
  expect(corner(0, 14)).toEqual(finder);
  expect(corner(14, 0)).toEqual(finder);
  expect(code[13]![8]).toBe(true);
});

test("versions grow with the text up to 213 bytes", () => {
  expect(qr("a".repeat(14))).toHaveLength(21);
  expect(qr("a".repeat(15))).toHaveLength(25);
  expect(qr("a".repeat(213))).toHaveLength(57);
  expect(qr("a".repeat(214))).toBeNull();
});

test("a code that another program has read (zbar) stays as it is", () => {
  const rows = qr("http://192.168.0.12:8000/table/abc")!.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  expect(rows).toMatchSnapshot();
});
