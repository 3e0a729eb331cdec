// SPDX-License-Identifier: Apache-2.0
// Writes src/values.ts, the types of JSON-compatible values, from the schema that all games share.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(
  readFileSync(new URL("../../schemas/values.schema.json", import.meta.url), "utf8"),
);
const names = Object.keys(schema.$defs);
// One property of every type, so that each type is written under its own name.
const all = {
  title: "Values",
  $defs: schema.$defs,
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
  required: names,
  additionalProperties: false,
};
// Types do not express the lengths of lists.
const text = await compile(all, "Values", {
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  bannerComment: "// SPDX-License-Identifier: Apache-2.0\n// Written by make_types.mjs; do not edit.",
});
writeFileSync(new URL("src/values.ts", import.meta.url), text);
