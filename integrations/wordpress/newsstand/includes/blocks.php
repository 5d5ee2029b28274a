<?php
// A block for each widget, and one for an issue's page. The editor shows what the server makes: the words that readers
// have until the widget is there.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

add_action('init', function (): void {
    $url = plugins_url('blocks.js', FILE);
    $needs = ['wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-server-side-render', 'wp-api-fetch', 'wp-i18n'];
    wp_register_script('newsstand-blocks', $url, $needs, VERSION, true);
    wp_set_script_translations('newsstand-blocks', 'newsstand', dirname(FILE) . '/languages');
    wp_register_style('newsstand-sketches', false, [], VERSION);
    wp_add_inline_style('newsstand-sketches', FIT . rooms() . SKETCHED);
    $shown = [];
    foreach (WIDGETS as $name => [$title, , $own]) {
        $options = [...$own, ...(in_array($name, WITHOUT_HEADINGS, true) ? [] : OF_ALL)];
        $shown[] = ['name' => 'newsstand/' . str_replace('.', '-', $name), 'title' => __($title, 'newsstand'), 'options' => $options];
        $make = fn(array $given): string => is_editor()
            ? name_plate($title, $given) . widget($name, $given, words_or_sketch($name, $given))
            : widget($name, $given);
        register('newsstand/' . str_replace('.', '-', $name), $title, $options, $make);
    }
    $shown[] = ['name' => 'newsstand/issue', 'title' => __('Issue', 'newsstand'), 'options' => []];
    register('newsstand/issue', 'Issue', [], fn(): string => is_editor() ? name_plate('Issue', []) . sketch('issue') : issue(from_address('newsstand_issue')));
    wp_add_inline_script('newsstand-blocks', 'window.newsstandBlocks = ' . wp_json_encode($shown, JSON_HEX_TAG) . ';', 'before');
});

function register(string $name, string $title, array $options, callable $make): void
{
    register_block_type($name, [
        'api_version' => 3,
        'title' => __($title, 'newsstand'),
        'category' => 'newsstand',
        'editor_script_handles' => ['newsstand-blocks'],
        'editor_style_handles' => ['newsstand-sketches'],
        'attributes' => array_fill_keys($options, ['type' => 'string', 'default' => '']),
        'supports' => ['align' => ['wide', 'full'], 'html' => false],
        'render_callback' => function (array $given) use ($make): string {
            $made = $make($given);
            return $made === '' ? '' : sprintf('<div %s>%s</div>', get_block_wrapper_attributes(), $made);
        },
    ]);
}

/** An issue's page: what it is, and a widget for each medium in which it is sold, under that medium's name. */
function issue(string $slug): string
{
    if ($slug === '') return '';
    $path = 'issue/' . rawurlencode($slug);
    // The shop's data say under which name each medium is put into the cart.
    preg_match_all('/"sku":"(print-issue|digital-issue) (iss:[^"]+)"/', (string) piece("$path?part=data"), $offers, PREG_SET_ORDER);
    // What each medium costs stands with its widget.
    $words = (string) preg_replace('~<div class="newsstand-offer">.*?</div>~s', '', at_level(on_own_page((string) piece("$path?part=words&heading=2")), has_own_heading() ? 1 : 2));
    foreach ($offers as [, $item, $ref]) {
        $medium = $item === 'print-issue' ? __('In print', 'newsstand') : __('As a file', 'newsstand');
        $words .= sprintf('<h2 class="newsstand-medium">%s</h2>', esc_html($medium));
        $words .= widget('checkout.add', ['item' => $item, 'ref' => $ref], offer_words($slug, $item) . order_by_letter());
    }
    return $words;
}

add_filter('block_categories_all', fn(array $kept): array => [['slug' => 'newsstand', 'title' => 'Newsstand'], ...$kept]);

// What the editor's picker offers.
add_action('rest_api_init', function (): void {
    register_rest_route('newsstand/v1', '/goods', [
        'methods' => 'GET',
        'callback' => fn(): array => goods(),
        'permission_callback' => fn(): bool => current_user_can('edit_posts'),
    ]);
});
