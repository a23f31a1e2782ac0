import { expect, test } from "vitest";
import { findServiceProblem, resolveServices, servicePrograms } from "./services.ts";

test("the table is sorted, in lower case, without duplicates, and every entry is valid in a config", () => {
  expect(servicePrograms).toEqual([...new Set(servicePrograms.map((name) => name.toLowerCase()))].toSorted());
  expect(servicePrograms.filter((name) => findServiceProblem(name) !== null)).toEqual([]);
});

test("programs of the machine are not in the table", () => {
  const machine = ["git", "npm", "npx", "yarn", "pnpm", "pip", "cargo", "go", "brew", "apt", "docker", "kubectl"];
  expect(machine.filter((name) => servicePrograms.includes(name))).toEqual([]);
});

test("the config adds to the table, in any case, each name once", () => {
  const services = resolveServices(["Acme", "api.acme.dev", "curl"]);
  expect(services).toHaveLength(servicePrograms.length + 2);
  expect(services).toEqual(expect.arrayContaining(["acme", "api.acme.dev", "curl", "gh"]));
});

test.each([["acme"], ["api.acme.dev"], ["localhost"], ["10.0.0.1"], ["@acme/cli"], ["g++"], ["acme_cli"]])(
  "%s is a command or a host",
  (name) => {
    expect(findServiceProblem(name)).toBeNull();
  },
);

test.each([
  ["https://api.acme.dev/v1", 'Did you mean "api.acme.dev"?'],
  ["me@api.acme.dev:app.git", 'Did you mean "api.acme.dev"?'],
  ["localhost:3000", 'Did you mean "localhost"?'],
  ["*.acme.dev", 'Did you mean "acme.dev"?'],
  ["./bin/acme", 'Did you mean "acme"?'],
  ["git push", 'Did you mean "git"?'],
  ["--acme", 'Write the name of a program, such as "acme", or of a host, such as "api.acme.dev".'],
])("%j is neither: %s", (name, suggestion) => {
  expect(findServiceProblem(name)).toEqual({
    message: `${JSON.stringify(name)} is neither a command nor a host.`,
    suggestion,
  });
});
