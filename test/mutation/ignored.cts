/** As much of a place in the code as is looked at. */
export interface Place {
	node: Node;
	parentPath?: Place | null;
}

interface Node {
	type: string;
	callee?: Node;
	name?: string;
	key?: Node;
	expressions?: Node[];
}

const PARTS = ['ConditionalExpression', 'LogicalExpression', 'TSAsExpression'];
const FIELDS = ['message', 'description', 'advice', 'displayName', 'hint', 'placeholder'];

/** Why a place is never changed: words that people read of errors. What chooses between them is changed. */
export function wordsOfErrors({ node, parentPath }: Place): string | undefined {
	const isText =
		node.type === 'StringLiteral' || (node.type === 'TemplateLiteral' && isPlain(node));
	if (!isText) return undefined;
	let parent = parentPath;
	while (parent && PARTS.includes(parent.node.type)) parent = parent.parentPath;
	const { type, callee, key } = parent?.node ?? { type: '' };
	const isOfError =
		type === 'NewExpression' && /(?:Problem|Error|TooLong)$/.test(callee?.name ?? '');
	const isField = type === 'ObjectProperty' && FIELDS.includes(key?.name ?? '');
	return isOfError || isField ? 'It is only words that people read' : undefined;
}

/** True if nothing in a text is chosen or computed. */
const isPlain = ({ expressions = [] }: Node) =>
	expressions.every(({ type }) => ['Identifier', 'MemberExpression'].includes(type));
