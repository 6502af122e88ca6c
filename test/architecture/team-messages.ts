// Finds every text that the program sends to the team's chat, from the syntax alone: literals, and what is put together from them.

import ts from 'typescript';
import { type SourceFile, type Tree, walk } from './engine.ts';
import { calleeName, type FunctionNode, isFunctionNode, propertyOf, topFunctions, unwrap } from './syntax.ts';

/** One message as it is written: where, and the texts that it is made of, with `$` for what is only known when it is sent. */
export type TeamMessage = { place: string; texts: string[] };

/** Every call that posts to the chat, or writes the job that will. */
export function teamMessages(tree: Tree): TeamMessage[] {
  const found: TeamMessage[] = [];
  for (const file of tree.files) {
    if (!file.path.startsWith('src/') || file.role === 'test' || file.room === 'providers/chat') continue;
    walk(file.ast, (node) => {
      const message = ts.isCallExpression(node) ? messageOf(node) : undefined;
      if (!message) return;
      const line = file.ast.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ place: `${file.path}:${line}`, texts: [...new Set(new Reader(tree).read(message, file))] });
    });
  }
  return found;
}

function messageOf(call: ts.CallExpression): ts.Expression | undefined {
  if (calleeName(call) === 'enqueueChatMessage') return propertyOf(call.arguments[2], 'text');
  if (calleeName(call) !== 'post' || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  return /\bchat$/.test(call.expression.expression.getText()) ? call.arguments[1] : undefined;
}

/** Follows an expression to the literals behind it: constants, parameters to their callers, functions to what they return. */
class Reader {
  readonly #tree: Tree;
  readonly #seen = new Set<ts.Node>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  read(expression: ts.Expression | undefined, file: SourceFile): string[] {
    const node = unwrap(expression);
    if (node === undefined || this.#seen.has(node)) return [];
    this.#seen.add(node);
    const all = (parts: readonly (ts.Expression | undefined)[]) => parts.flatMap((part) => this.read(part, file));
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) {
      const whole = node.head.text + node.templateSpans.map(({ literal }) => `$${literal.text}`).join('');
      return [whole, ...all(node.templateSpans.map((span) => span.expression))];
    }
    if (ts.isConditionalExpression(node)) return all([node.whenTrue, node.whenFalse]);
    if (ts.isBinaryExpression(node)) return all([node.left, node.right]);
    if (ts.isArrayLiteralExpression(node)) return all(node.elements);
    if (ts.isSpreadElement(node)) return this.read(node.expression, file);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return this.#results(node, file);
    if (ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node)) return this.read(node.expression, file);
    if (ts.isObjectLiteralExpression(node))
      return all(node.properties.map((property) => (ts.isPropertyAssignment(property) ? property.initializer : undefined)));
    if (ts.isCallExpression(node)) return this.#called(node, file);
    return ts.isIdentifier(node) ? this.#named(node, file) : [];
  }

  /** A function of ours by what it returns; of a method, whatever it is called on and with. */
  #called(call: ts.CallExpression, file: SourceFile): string[] {
    if (ts.isPropertyAccessExpression(call.expression))
      return [call.expression.expression, ...call.arguments].flatMap((part) => this.read(part, file));
    const name = calleeName(call);
    const origin = file.imports.find(({ names }) => name !== undefined && names.includes(name));
    const home = origin ? this.#tree.byPath.get(origin.target) : file;
    const found = home && topFunctions(home).find((one) => one.name === name);
    // What core formats and what a query reads are no words of ours.
    if (!found || !home || home.path.startsWith('src/core/') || home.role === 'queries') return [];
    return this.#results(found.node, home);
  }

  #results(node: FunctionNode, file: SourceFile): string[] {
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return this.read(node.body, file);
    const found: string[] = [];
    walk(node, (inner) => {
      if (ts.isReturnStatement(inner)) found.push(...this.read(inner.expression, file));
    });
    return found;
  }

  #named(name: ts.Identifier, file: SourceFile): string[] {
    const found: string[] = [];
    walk(file.ast, (node) => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name.text)
        found.push(...this.read(node.initializer, file));
      if (ts.isParameter(node) && isFunctionNode(node.parent)) found.push(...this.#given(node, name.text, file));
    });
    return found;
  }

  /** What the callers in the same file give for a parameter, or for a part of one. */
  #given(parameter: ts.ParameterDeclaration, name: string, file: SourceFile): string[] {
    const isIt = ts.isIdentifier(parameter.name) && parameter.name.text === name;
    const isPart =
      ts.isObjectBindingPattern(parameter.name) && parameter.name.elements.some((part) => part.name.getText() === name);
    const owner = topFunctions(file).find(({ node }) => node === parameter.parent);
    if (!owner || !(isIt || isPart)) return [];
    const place = owner.node.parameters.indexOf(parameter);
    const found: string[] = [];
    walk(file.ast, (node) => {
      if (!ts.isCallExpression(node) || calleeName(node) !== owner.name) return;
      const given = node.arguments[place];
      found.push(...this.read(isIt ? given : propertyOf(given, name), file));
    });
    return found;
  }
}
