import {
	defaultTreeAdapter as tree,
	parseFragment,
	serialize,
	type DefaultTreeAdapterTypes,
} from 'parse5';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Child = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const KEPT_TAGS = new Set('p br strong u a ul li h1 h2 h3 span'.split(' '));
/** Removed with their text. */
const EMPTIED_TAGS = new Set(
	'audio head iframe math noembed noframes noscript plaintext script style svg template title video xmp'.split(
		' ',
	),
);
const KEPT_ATTRIBUTE = /^(href|class|data-[\w.-]+)$/;
const SAFE_ADDRESS = /^(?:(?:https?|ftp|mailto|tel|sms):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

const isKept = ({ name, value }: { name: string; value: string }) =>
	KEPT_ATTRIBUTE.test(name) && (name !== 'href' || SAFE_ADDRESS.test(value.trim()));

function clean(parent: Parent): void {
	for (const node of [...tree.getChildNodes(parent)]) cleanNode(parent, node);
}

function cleanNode(parent: Parent, node: Child): void {
	if (tree.isTextNode(node)) return;
	if (!tree.isElementNode(node) || EMPTIED_TAGS.has(node.tagName)) return tree.detachNode(node);
	clean(node);
	if (KEPT_TAGS.has(node.tagName)) node.attrs = node.attrs.filter(isKept);
	else unwrap(parent, node);
}

function unwrap(parent: Parent, element: Element): void {
	for (const child of [...tree.getChildNodes(element)]) {
		tree.detachNode(child);
		tree.insertBefore(parent, child, element);
	}
	tree.detachNode(element);
}

/**
 * A content as it is stored: one with any `<` is read as HTML, loses the tags that the service does
 * not know, and is written anew; any other is kept character for character.
 */
export function sanitize(content: string): string {
	if (!content.includes('<')) return content;
	const fragment = parseFragment(content);
	clean(fragment);
	return serialize(fragment);
}
