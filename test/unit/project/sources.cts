import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

import ts from 'typescript';

import { ROOT } from '../../harness/paths.cjs';

/** A file of code; its path is that in the project. */
export interface Source {
	path: string;
	text: string;
}

const GENERATED = ['node_modules', 'n8n'];

/** All TypeScript below these folders of the project. */
export function readSources(...folders: string[]): Source[] {
	return folders.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry): Source[] => {
			const path = posix.join(folder, entry.name);
			if (entry.isDirectory()) return GENERATED.includes(entry.name) ? [] : readSources(path);
			if (!/\.c?ts$/.test(entry.name)) return [];
			return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }];
		}),
	);
}

/** The files of the project that a file imports, if only a type of them. */
export function importsOf({ path, text }: Source): string[] {
	const { importedFiles } = ts.preProcessFile(text, true, true);
	return importedFiles
		.filter(({ fileName }) => fileName.startsWith('.'))
		.map(({ fileName }) => {
			const target = posix.join(posix.dirname(path), fileName);
			const candidates = [
				`${target}.ts`,
				`${target}/index.ts`,
				target.replace(/\.cjs$/, '.cts'),
				target,
			];
			const found = candidates.find(isFile);
			if (!found) throw new Error(`${path} imports ${fileName}, which is no file`);
			return found;
		});
}

function isFile(path: string): boolean {
	return existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile();
}

const parse = ({ path, text }: Source) =>
	ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);

/** The names that a file declares and exports, those of types included. */
export function exportedNames(source: Source): string[] {
	return parse(source).statements.flatMap((statement): string[] => {
		if (ts.isExportDeclaration(statement)) {
			const { exportClause, moduleSpecifier } = statement;
			return exportClause && ts.isNamedExports(exportClause) && !moduleSpecifier
				? exportClause.elements.map(({ name }) => name.text)
				: [];
		}
		const isExported =
			ts.canHaveModifiers(statement) &&
			ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
		if (!isExported) return [];
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
		}
		const name = ts.getNameOfDeclaration(statement as unknown as ts.Declaration);
		return name ? [name.getText()] : [];
	});
}

function boundNames(name: ts.BindingName): string[] {
	if (ts.isIdentifier(name)) return [name.text];
	return name.elements.flatMap((element) =>
		ts.isBindingElement(element) ? boundNames(element.name) : [],
	);
}

/** What a file declares at its top, with the type that is written there, and the names that it uses. */
export interface Declared {
	names: string[];
	type?: string;
	uses: string[];
}

/** The statements of a file that declare something; an import declares what it names. */
export function declarationsOf(source: Source): Declared[] {
	return parse(source).statements.flatMap((statement): Declared[] => {
		if (ts.isImportDeclaration(statement)) {
			const { namedBindings } = statement.importClause ?? {};
			if (!namedBindings || !ts.isNamedImports(namedBindings)) return [];
			return [{ names: namedBindings.elements.map(({ name }) => name.text), uses: [] }];
		}
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.map(({ name, type, initializer }) => ({
				names: boundNames(name),
				type: type?.getText(),
				uses: initializer ? usedNames(initializer) : [],
			}));
		}
		const name = ts.getNameOfDeclaration(statement as unknown as ts.Declaration);
		return [{ names: name ? [name.getText()] : [], uses: usedNames(statement) }];
	});
}

/** The identifiers in a node, save for those that name a property or something new. */
function usedNames(node: ts.Node): string[] {
	if (ts.isIdentifier(node)) return [node.text];
	const { name, propertyName } = node as { name?: ts.Node; propertyName?: ts.Node };
	const named = ts.isShorthandPropertyAssignment(node) ? [] : [name, propertyName];
	return node
		.getChildren()
		.flatMap((child) => (named.includes(child) && ts.isIdentifier(child) ? [] : usedNames(child)));
}

/** The comments of a file, each as one line of words; lines of `//` that follow each other are one. */
export function commentsOf(source: Source): string[] {
	const { text } = source;
	const ranges = new Map<number, ts.CommentRange>();
	const visit = (node: ts.Node) => {
		const children = node.getChildren().filter((child) => !ts.isJSDoc(child));
		if (children.length > 0) return children.forEach(visit);
		for (const range of [
			...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
			...(ts.getTrailingCommentRanges(text, node.end) ?? []),
		]) {
			ranges.set(range.pos, range);
		}
	};
	visit(parse(source));
	const comments: string[] = [];
	let end = NaN;
	for (const range of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
		const words = text
			.slice(range.pos, range.end)
			.replace(/^\/\*+|\*+\/$|^\s*\*|^\s*\/\//gm, ' ')
			.replace(/\s+/g, ' ')
			.trim();
		const goesOn =
			range.kind === ts.SyntaxKind.SingleLineCommentTrivia &&
			/^[^\S\n]*\n[^\S\n]*$/.test(text.slice(end, range.pos));
		if (goesOn) comments.push(`${comments.pop()} ${words}`);
		else comments.push(words);
		end = range.kind === ts.SyntaxKind.SingleLineCommentTrivia ? range.end : NaN;
	}
	return comments;
}
