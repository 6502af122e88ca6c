// What an expression of the source stands for: constants, parameters (by their callers), properties and results of our functions
// are followed to the expression that made them. Nothing runs.

import { relative } from 'node:path';
import ts from 'typescript';

/** A piece of source, with what the parameters around it stand for there. */
export type Bound<Node extends ts.Node = ts.Node> = { node: Node; scope: Scope };
type Scope = ReadonlyMap<ts.ParameterDeclaration, Bound>;
export const NOTHING: Scope = new Map();

/**
 * How one reading goes: `choose` says which of `count` possibilities is taken at a place (the same for the same place); callers of a
 * function are looked for in `sources`.
 */
export type Reading = {
  checker: ts.TypeChecker;
  sources: readonly ts.SourceFile[];
  choose(place: string, count: number): number;
};

/** What cannot be known without running the program; the message is the place. */
export class Unresolved extends Error {}

const MAX_STEPS = 200;

/** `src/core/cache.ts:68` */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${relative(process.cwd(), file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

export function isSqlTemplate(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql';
}

/** Follows the expression until it is a literal, a function, a template, or something that only the running program knows. */
export function reduce(reading: Reading, start: Bound): Bound {
  let current = start;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = stepFrom(reading, current);
    if (next === undefined) return current;
    current = next;
  }
  throw new Unresolved(`${placeOf(start.node)}: goes round in circles`);
}

function stepFrom(reading: Reading, { node, scope }: Bound): Bound | undefined {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node)
  )
    return { node: node.expression, scope };
  if (ts.isIdentifier(node)) return declared(reading, declarationOf(reading, node), scope);
  if (ts.isPropertyAccessExpression(node))
    return property(reading, reduce(reading, { node: node.expression, scope }), node.name.text);
  if (ts.isElementAccessExpression(node)) return oneOf(reading, node, elementsOf(reading, { node: node.expression, scope }));
  if (ts.isConditionalExpression(node)) {
    // Two conditions of the same words in one function hold together.
    const isTrue = reading.choose(`${functionAround(node)?.pos} ${node.condition.getText()}`, 2) === 0;
    return { node: isTrue ? node.whenTrue : node.whenFalse, scope };
  }
  if (ts.isCallExpression(node)) return called(reading, node, scope);
  return undefined;
}

function declared(reading: Reading, declaration: ts.Declaration | undefined, scope: Scope): Bound | undefined {
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return { node: declaration, scope };
  if (ts.isParameter(declaration)) return argument(reading, declaration, scope);
  if (ts.isPropertyAssignment(declaration)) return { node: declaration.initializer, scope };
  if (ts.isVariableDeclaration(declaration)) return initial(reading, declaration, scope);
  if (!ts.isBindingElement(declaration)) return undefined;
  const pattern = declaration.parent;
  const source = pattern.parent;
  if (ts.isBindingElement(source)) return undefined;
  const whole = ts.isParameter(source) ? argument(reading, source, scope) : initial(reading, source, scope);
  if (whole === undefined) return undefined;
  // Of a [key, value] of Object.entries only the value is followed.
  if (ts.isArrayBindingPattern(pattern)) return pattern.elements.indexOf(declaration) === 1 ? whole : undefined;
  return property(reading, reduce(reading, whole), (declaration.propertyName ?? declaration.name).getText());
}

/** What a variable begins with; of a loop's one of the elements. */
function initial(reading: Reading, declaration: ts.VariableDeclaration, scope: Scope): Bound | undefined {
  const loop = declaration.parent.parent;
  if (ts.isForOfStatement(loop)) return oneOf(reading, loop, elementsOf(reading, { node: loop.expression, scope }));
  return declaration.initializer && { node: declaration.initializer, scope };
}

function property(reading: Reading, { node, scope }: Bound, name: string): Bound | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) {
      const spread = property(reading, reduce(reading, { node: member.expression, scope }), name);
      if (spread) return spread;
    } else if (member.name?.getText() !== name) continue;
    else if (ts.isPropertyAssignment(member)) return { node: member.initializer, scope };
    else if (ts.isShorthandPropertyAssignment(member)) {
      const symbol = reading.checker.getShorthandAssignmentValueSymbol(member);
      return declared(reading, original(reading, symbol)?.valueDeclaration, scope);
    }
  }
  return undefined;
}

/** What stands for a parameter: bound by the call that led here, else by one of its callers. */
function argument(reading: Reading, parameter: ts.ParameterDeclaration, scope: Scope): Bound | undefined {
  const known = scope.get(parameter);
  if (known) return known;
  const owner = parameter.parent;
  const index = owner.parameters.indexOf(parameter);
  const around = owner.parent;
  if (ts.isCallExpression(around) && ts.isPropertyAccessExpression(around.expression) && index === 0)
    return oneOf(reading, around, elementsOf(reading, { node: around.expression.expression, scope }));
  const calls = callsOf(reading, owner);
  const call = calls[calls.length > 1 ? reading.choose(`callers of ${placeOf(owner)}`, calls.length) : 0];
  const given = call?.arguments[index] ?? parameter.initializer;
  return given && { node: given, scope: NOTHING };
}

function callsOf(reading: Reading, owner: ts.SignatureDeclaration): ts.CallExpression[] {
  const name = owner.name ?? (ts.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined);
  if (name === undefined || !ts.isIdentifier(name)) return [];
  const symbol = reading.checker.getSymbolAtLocation(name);
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText().split('.').at(-1) === name.text) {
      if (original(reading, reading.checker.getSymbolAtLocation(node.expression)) === symbol) found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of reading.sources) if (source.text.includes(`${name.text}(`)) visit(source);
  return found;
}

/** The result of one of our functions. */
function called(reading: Reading, call: ts.CallExpression, scope: Scope): Bound | undefined {
  if (ts.isPropertyAccessExpression(call.expression) && call.expression.expression.getText() === 'sql') return undefined;
  const callee = reduce(reading, { node: call.expression, scope });
  const owner = callee.node;
  if (!ts.isFunctionDeclaration(owner) && !ts.isArrowFunction(owner)) return undefined;
  const inner = new Map(callee.scope);
  owner.parameters.forEach((parameter, index) => {
    const given = call.arguments[index] ?? parameter.initializer;
    if (given) inner.set(parameter, { node: given, scope });
  });
  return result(reading, owner, inner);
}

function result(reading: Reading, owner: ts.FunctionDeclaration | ts.ArrowFunction, scope: Scope): Bound | undefined {
  if (owner.body === undefined) return undefined;
  if (!ts.isBlock(owner.body)) return { node: owner.body, scope };
  const results: Bound[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) results.push({ node: node.expression, scope });
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(owner.body, visit);
  return oneOf(reading, owner, results);
}

/** Elements of an array that is written out, pushed ones too, values of a record, and what `map` makes of them. */
export function elementsOf(reading: Reading, list: Bound): Bound[] {
  const { node, scope } = reduce(reading, list);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((member) => (ts.isPropertyAssignment(member) ? [{ node: member.initializer, scope }] : []));
  if (ts.isArrayLiteralExpression(node)) {
    const written = node.elements.flatMap((element) =>
      ts.isSpreadElement(element) ? elementsOf(reading, { node: element.expression, scope }) : [{ node: element, scope }],
    );
    return [...written, ...pushedTo(node).map((element) => ({ node: element, scope }))];
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments;
    const called = node.expression.getText();
    if (first && (called === 'Object.entries' || called === 'Object.values')) return elementsOf(reading, { node: first, scope });
    if (first && ts.isArrowFunction(first) && node.expression.name.text === 'map') {
      const [parameter] = first.parameters;
      return elementsOf(reading, { node: node.expression.expression, scope }).flatMap((element) => {
        const made = result(reading, first, parameter ? new Map([...scope, [parameter, element]]) : scope);
        return made ? [made] : [];
      });
    }
  }
  throw new Unresolved(`${placeOf(node)}: the elements of ${node.getText().slice(0, 60)}`);
}

function pushedTo(list: ts.ArrayLiteralExpression): ts.Expression[] {
  const variable = list.parent;
  const around = functionAround(list);
  if (!ts.isVariableDeclaration(variable) || around === undefined) return [];
  const pushed: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === `${variable.name.getText()}.push`)
      pushed.push(...node.arguments);
    ts.forEachChild(node, visit);
  };
  visit(around);
  return pushed;
}

/** A string, number or boolean that the source fixes, by its literal or by its type. */
export function constantOf(reading: Reading, start: Bound): string | number | boolean {
  const { node } = reduce(reading, start);
  if (ts.isStringLiteralLike(node)) return node.text;
  const type = reading.checker.getTypeAtLocation(node);
  const types = type.isUnion() ? type.types : [type];
  const one = types[types.length > 1 ? reading.choose(placeOf(node), types.length) : 0];
  if (one?.isStringLiteral() || one?.isNumberLiteral()) return one.value;
  if (one && (one.flags & ts.TypeFlags.BooleanLiteral) !== 0) return reading.checker.typeToString(one) === 'true';
  // A number that is written out, as one of `limit`, may be any.
  if (one && (one.flags & ts.TypeFlags.Number) !== 0) return 1;
  throw new Unresolved(`${placeOf(node)}: the text of ${node.getText().slice(0, 60)}`);
}

function oneOf(reading: Reading, place: ts.Node, possible: readonly Bound[]): Bound | undefined {
  return possible[possible.length > 1 ? reading.choose(`${placeOf(place)} ${place.pos}`, possible.length) : 0];
}

function functionAround(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node, ts.isFunctionLike);
}

function declarationOf(reading: Reading, name: ts.Identifier): ts.Declaration | undefined {
  return original(reading, reading.checker.getSymbolAtLocation(name))?.valueDeclaration;
}

export function original(reading: Pick<Reading, 'checker'>, symbol: ts.Symbol | undefined): ts.Symbol | undefined {
  return symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? reading.checker.getAliasedSymbol(symbol) : symbol;
}
