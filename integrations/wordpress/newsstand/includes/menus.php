<?php
// Cart and login in a menu: a custom link to `#newsstand-cart` or `#newsstand-login`, in a classic menu as in the Navigation block.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

const IN_MENUS = ['#newsstand-cart' => 'checkout.panel', '#newsstand-login' => 'login.header'];

add_filter('walker_nav_menu_start_el', fn(string $html, object $item): string => in_menu((string) ($item->url ?? '')) ?? $html, 10, 2);

add_filter('render_block_core/navigation-link', function (string $html, array $block): string {
    $widget = in_menu((string) ($block['attrs']['url'] ?? ''));
    return $widget === null ? $html : "<li class=\"wp-block-navigation-item\">$widget</li>";
}, 10, 2);

function in_menu(string $url): ?string
{
    // Some themes and editors write the page's address before it.
    $name = IN_MENUS[strstr($url, '#') ?: ''] ?? null;
    return $name === null ? null : widget($name);
}
