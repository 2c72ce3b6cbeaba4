import ts from 'typescript';

import { readSources } from './sources.cjs';

/** What only a person at the form can do. */
const OF_THE_FORM =
	/\bexpression|turn o(n|ff)\b|\bthe option\b|\bcredential\b|\bthe entry\b|\bbrowser\b|previous node|the node that/i;

/** Lists and triggers are no tools. */
const NO_TOOLS = /^nodes\/Postiz\/(methods|events)\//;

const textOf = (node: ts.Node) =>
	ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
		? node.text
		: undefined;

/** The error that a text is part of, if it is of one: what makes a problem, or an object with its message. */
function errorAround(node: ts.Node): ts.Node | undefined {
	for (let around = node.parent; around; around = around.parent) {
		if (ts.isNewExpression(around) && around.expression.getText() === 'Problem') return around;
		if (ts.isCallExpression(around) && around.expression.getText() === 'cannotBe') return around;
		const isExplanation =
			ts.isObjectLiteralExpression(around) &&
			around.properties.some(({ name }) => name?.getText() === 'message');
		if (isExplanation) return around;
	}
	return undefined;
}

test('advice that speaks of the form has other words for a model', () => {
	const advice = readSources('nodes/Postiz')
		.filter(({ path }) => !NO_TOOLS.test(path))
		.flatMap(({ path, text }) => {
			const found: Array<{ place: string; error: ts.Node }> = [];
			const visit = (node: ts.Node) => {
				const said = textOf(node);
				const error = said !== undefined && OF_THE_FORM.test(said) ? errorAround(node) : undefined;
				if (error) found.push({ place: `${path}: ${said}`, error });
				ts.forEachChild(node, visit);
			};
			visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
			return found;
		});
	expect(advice.length).toBeGreaterThan(10);
	const forPeopleOnly = advice.filter(({ error }) =>
		ts.isCallExpression(error) ? error.arguments.length < 4 : !/\bforModel\b/.test(error.getText()),
	);
	expect(forPeopleOnly.map(({ place }) => place)).toEqual([]);
});
